"""The classes of characters of embed/words.go, for the generator."""
import unicodedata

MARK = "▁"     # begins the key of a word of a script with spaces
MAX_KEY = 12   # characters of the longest piece


def is_spaceless(c):
    o = ord(c)
    return (0x3400 <= o <= 0x9FFF or 0xF900 <= o <= 0xFAFF or 0x3040 <= o <= 0x30FF or 0x0E00 <= o <= 0x0E7F
            or 0x20000 <= o <= 0x3FFFF)


def kind(c):
    """2 = of a script without spaces, 3 = digit, 1 = other letter, 0 = none."""
    if is_spaceless(c):
        return 2
    category = unicodedata.category(c)
    if category == "Nd":
        return 3
    return int(c.isalpha() or category in ("Mn", "Mc"))


def fold(text, forms):
    """NFKC and simplified Chinese."""
    return "".join(forms.get(c, c) for c in unicodedata.normalize("NFKC", text))

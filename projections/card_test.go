package projections

import (
	"reflect"
	"testing"
	"time"

	"github.com/factline/memory/items"
)

// fill sets every field of a struct to a value that is not its zero value, so that a field that encodeCard forgets is noticed.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString("text" + string(rune('a'+*n%26)))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(0.25 + float64(*n))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Date(2026, 11, *n%28+1, 1, 2, 3, 4, time.UTC)))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	default:
		panic("a new kind of field in items.Head: " + v.Kind().String())
	}
}

func TestACardKeepsEveryFieldOfAHead(t *testing.T) {
	var head items.Head
	n := 0
	fill(reflect.ValueOf(&head).Elem(), &n)
	targets := []target{{"mem-a", edgeRefs}, {"mem-b", edgeLink}}
	got, gotTargets, err := decodeCard(encodeCard(head, targets))
	if err != nil || !reflect.DeepEqual(got, head) || !reflect.DeepEqual(gotTargets, targets) {
		t.Errorf("got %+v %v %v\nwant %+v", got, gotTargets, err, head)
	}
	if got, _, err := decodeCard(encodeCard(items.Head{}, nil)); err != nil || !reflect.DeepEqual(got, items.Head{}) {
		t.Errorf("the empty head comes back as %+v, %v", got, err)
	}
}

// Any bytes: no panic, and what decodes encodes to something that decodes to the same.
func FuzzDecodeCard(f *testing.F) {
	var head items.Head
	n := 0
	fill(reflect.ValueOf(&head).Elem(), &n)
	f.Add(encodeCard(head, []target{{"mem-a", edgeRefs}}))
	f.Add("")
	f.Fuzz(func(t *testing.T, in string) {
		head, targets, err := decodeCard(in)
		if err != nil {
			return
		}
		again, againTargets, err := decodeCard(encodeCard(head, targets))
		if err != nil || encodeCard(again, againTargets) != encodeCard(head, targets) {
			t.Fatalf("%q does not survive a second round", in)
		}
	})
}

package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

// tensors is a file of safetensors: the length of a JSON header, the header, and numbers of 32 bits.
type tensors struct {
	at   map[string]place
	data []byte
}

type place struct {
	Dtype   string `json:"dtype"`
	Offsets [2]int `json:"data_offsets"`
}

func openTensors(b []byte) (*tensors, error) {
	n := int(binary.LittleEndian.Uint64(b))
	raw := map[string]json.RawMessage{}
	if err := json.Unmarshal(b[8:8+n], &raw); err != nil {
		return nil, err
	}
	t := &tensors{at: map[string]place{}, data: b[8+n:]}
	for name, value := range raw {
		var p place
		if name == "__metadata__" {
			continue
		}
		if err := json.Unmarshal(value, &p); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		t.at[name] = p
	}
	return t, nil
}

// read returns a tensor of want numbers, row after row.
func (t *tensors) read(name string, want int) ([]float32, error) {
	p, ok := t.at[name]
	if !ok || p.Dtype != "F32" || p.Offsets[1]-p.Offsets[0] != 4*want {
		return nil, fmt.Errorf("%s: not a tensor of %d numbers of 32 bits", name, want)
	}
	values := make([]float32, want)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.data[p.Offsets[0]+4*i:]))
	}
	return values, nil
}

//go:build !linux

package writeservice

import "errors"

func fullDiskChild(string) error { return errors.ErrUnsupported }

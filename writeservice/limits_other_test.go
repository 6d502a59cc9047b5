//go:build !unix

package writeservice

import "errors"

func limitFileSize(uint64) error { return errors.ErrUnsupported }

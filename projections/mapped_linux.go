package projections

import "golang.org/x/sys/unix"

// All pages are read anyway: mapping them in one step costs less than a fault for each group of them.
const mapFlags = unix.MAP_SHARED | unix.MAP_POPULATE

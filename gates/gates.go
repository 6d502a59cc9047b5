// Package gates measures a hub against fixed thresholds and holds the rules about the code itself: which package may import
// which, and where each third-party library may be used. It never changes a store it did not make.
package gates

/// The side on which reading begins. Offsets and indexes count in reading order either way: only what is seen is mirrored,
/// facing pages and a horizontal axis.
package enum ReadingOrder: Hashable, Sendable {
    case leftToRight
    case rightToLeft
}

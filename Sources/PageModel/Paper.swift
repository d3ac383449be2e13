/// The colours of paper and ink that a page is shown in. Providers draw all of them black on white.
package enum Paper: UInt8, Sendable, CaseIterable {
    /// As the document has it.
    case day
    /// Brown on yellowish.
    case sepia
    /// Light on dark; pictures are left as they are.
    case night
    /// Each colour as its opposite, pictures too.
    case inverted
}

package import PageModel

/// What is known of the pages that a reader turns. The machine asks for what it needs; it keeps no table of its own.
package protocol PageSource {
    /// How many pages there are on a surface; nil where nobody knows for sure.
    func count(on surface: Surface) -> Int?

    /// The page at an index; nil where there is none, and where it was not looked up yet.
    func page(at index: Int, on surface: Surface) -> PageID?
}

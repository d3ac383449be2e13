/// What people at viewers do.
enum Viewing: String, CaseIterable {
    /// They look at a page.
    case rest
    /// They jump: ten times a second, within forty pages.
    case jumps
    /// They drag pages to and fro, a hundred and twenty offsets a second, and let go now and then.
    case drags
    /// They fling through the document: ten to thirty pages a second at first, until it comes to rest.
    case flings
}

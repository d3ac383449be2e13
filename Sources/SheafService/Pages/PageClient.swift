import PageModel

/// For whom pages are rendered, and to whom they are handed: a reader of a user.
struct PageClient: Hashable {
    let reader: ReaderKey
    let user: UInt32
}

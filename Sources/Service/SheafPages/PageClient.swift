package import PageModel

/// For whom pages are rendered, and to whom they are handed: a reader of a user.
package struct PageClient: Hashable {
    package let reader: ReaderKey
    package let user: UInt32

    package init(reader: ReaderKey, user: UInt32) {
        self.reader = reader
        self.user = user
    }
}

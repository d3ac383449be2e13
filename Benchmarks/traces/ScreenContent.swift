/// The pages on the screens of all readers while a sequence of requests is played: each reader shows the page that it
/// asked for last.
package struct ScreenContent {
    private let sequence: RequestSequence
    /// How many readers show each page.
    private var readers: [Int]
    /// The bytes of all pages on screen, each once.
    package private(set) var bytes = 0

    package init(_ sequence: RequestSequence) {
        self.sequence = sequence
        readers = Array(repeating: 0, count: sequence.pages.count)
    }

    /// Whether some reader shows a page.
    package func shows(_ page: Int) -> Bool { readers[page] > 0 }

    /// The reader of a request turns from its page to another.
    ///
    /// - Returns: the page that nobody shows any more; nil where there is none.
    @discardableResult
    package mutating func turn(at request: Int) -> Int? {
        let page = sequence.order[request]
        readers[page] += 1
        if readers[page] == 1 { bytes += sequence.pages[page].bytes }
        guard let left = sequence.left[request] else { return nil }
        readers[left] -= 1
        guard readers[left] == 0 else { return nil }
        bytes -= sequence.pages[left].bytes
        return left
    }
}

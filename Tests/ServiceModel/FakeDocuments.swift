import Glibc
import HostProtocol
import SheafOS

/// The contents of a document: its pages in order, and how often each has changed.
struct FakeContent {
    var pages: [Int]
    var revisions: [Int: Int] = [:]

    /// How large a page is, in points: it goes by the page and its revision.
    func size(of page: Int) -> (width: Double, height: Double) {
        let turn = page % FakeDocument.half + 3 * revisions[page, default: 0]
        // One in seven is wider than high.
        return (turn % 7 == 6 ? 36 : Double(16 + turn % 7), Double(24 + turn % 5))
    }
}

/// A file that fake hosts take for a document. What is in it is not in the file, but here.
final class FakeFile {
    let path: String
    let device: UInt64
    let inode: UInt64
    /// How the number of its pages is told.
    let countsExactly: Bool
    /// Whether its pages are laid out.
    let flows: Bool
    /// Whether a region takes as long as its page.
    let isSequential: Bool
    /// Whether the size of a page is told before it was rendered.
    let measures: Bool
    var content: FakeContent
    /// Counts how often the file was written.
    var version = 1
    /// Whether the file can't be opened now.
    var isBroken = false

    init(path: String, content: FakeContent, countsExactly: Bool, measures: Bool, flows: Bool, isSequential: Bool)
        throws
    {
        let number = try check(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600), "make", path)
        defer { close(number) }
        let status = try FileStatus(of: number)
        self.path = path
        device = status.device
        inode = status.inode
        self.content = content
        self.countsExactly = countsExactly
        self.measures = measures
        self.flows = flows
        self.isSequential = isSequential
    }
}

/// The files, and how they change.
final class FakeFiles {
    let files: [FakeFile]
    private let numbers: ModelNumbers
    private var lastPage: Int

    init(in folder: String, _ numbers: ModelNumbers) throws {
        self.numbers = numbers
        files = try [9, 23, 2].enumerated().map { number, count in
            let first = number * 100
            return try FakeFile(
                path: "\(folder)/document\(number)", content: FakeContent(pages: Array(first..<first + count)),
                countsExactly: number != 1 || numbers.chance(500), measures: numbers.chance(500),
                flows: number > 0, isSequential: number % 2 == 1)
        }
        lastPage = 1_000
    }

    /// The one behind an open descriptor.
    func file(_ descriptor: SharedDescriptor) -> FakeFile? {
        guard let status = try? FileStatus(of: descriptor.number) else { return nil }
        return files.first { $0.device == status.device && $0.inode == status.inode }
    }

    /// Pages come, go or move.
    func changePages(of content: inout FakeContent) {
        let count = content.pages.count
        switch numbers.number(0...3) {
        case 0:
            let new = (1...numbers.number(1...3)).map { lastPage + $0 }
            lastPage += new.count
            content.pages.insert(contentsOf: new, at: numbers.number(0...count))
        case 1 where count > 0:
            let first = numbers.number(0...count - 1)
            content.pages.removeSubrange(first..<min(first + numbers.number(1...4), count))
        case 2 where count > 1:
            let page = content.pages.remove(at: numbers.number(0...count - 1))
            content.pages.insert(page, at: numbers.number(0...count - 1))
        default:
            lastPage += 1
            content.pages.append(lastPage)
        }
        while content.pages.count > 40 { content.pages.removeLast() }
    }

    /// A page looks different; which.
    func changeLook(of content: inout FakeContent) -> Int? {
        guard let page = numbers.one(of: content.pages) else { return nil }
        content.revisions[page, default: 0] += 1
        return page
    }

    /// A file is written anew: nothing of it need be as it was.
    func rewrite(_ file: FakeFile) {
        if numbers.chance(300) { file.content.pages = [] }
        for _ in 0...numbers.number(0...3) { changePages(of: &file.content) }
        for page in file.content.pages where numbers.chance(300) { file.content.revisions[page, default: 0] += 1 }
    }
}

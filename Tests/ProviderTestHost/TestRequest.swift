package import CSheafProvider
import Glibc

/// A request, and what a provider said while it served it.
package final class TestRequest {
    /// The number of the question from which on the request is cancelled; the first one is 0.
    package var cancelledFrom: Int?
    /// The answer of `emit` once the request has `after` items.
    package var stop: (after: Int, answer: Int32)?
    package private(set) var questions = 0
    package private(set) var items: [TestItem] = []
    package private(set) var error: String?

    /// Whether the provider has asked for a password.
    package private(set) var hasAskedForPassword = false
    private let password: UnsafeMutablePointer<CChar>?
    /// How the name of the document's file ends.
    let suffix: UnsafeMutablePointer<CChar>?

    /// The document as the provider has described it: SHEAF_DOCUMENT_* bits.
    package internal(set) var traits: UInt32 = 0
    /// Whether the provider has asked how to lay out the text.
    package private(set) var hasAskedForFlow = false
    private let flow: UnsafeMutablePointer<sheaf_flow>?

    /// The bytes that the provider wants to have kept.
    package internal(set) var keeping: [UInt8]?
    private let kept: UnsafeMutableRawBufferPointer?

    /// - Parameters:
    ///   - flow: its size is set here.
    ///   - kept: what was kept of the document.
    package init(
        password: String? = nil, flow: sheaf_flow? = nil, suffix: String? = nil, kept: [UInt8]? = nil
    ) {
        self.kept = kept.map { kept in
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: kept.count, alignment: 8)
            memory.copyBytes(from: kept)
            return memory
        }
        self.suffix = suffix.flatMap { strdup($0) }
        self.password = password.flatMap { strdup($0) }
        self.flow = flow.map { flow in
            let memory = UnsafeMutablePointer<sheaf_flow>.allocate(capacity: 1)
            memory.initialize(to: flow)
            memory.pointee.size = UInt32(MemoryLayout<sheaf_flow>.size)
            return memory
        }
    }

    func giveFlow() -> UnsafePointer<sheaf_flow>? {
        hasAskedForFlow = true
        return UnsafePointer(flow)
    }

    func giveKept(_ length: UnsafeMutablePointer<UInt64>?) -> UnsafeRawPointer? {
        length?.pointee = UInt64(kept?.count ?? 0)
        return UnsafeRawPointer(kept?.baseAddress)
    }

    deinit {
        kept?.deallocate()
        flow?.deallocate()
        free(password)
        free(suffix)
    }

    func givePassword() -> UnsafePointer<CChar>? {
        hasAskedForPassword = true
        return UnsafePointer(password)
    }

    package var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    func isCancelled() -> UInt32 {
        defer { questions += 1 }
        guard let cancelledFrom else { return 0 }
        return questions >= cancelledFrom ? 1 : 0
    }

    func take(_ item: sheaf_item) -> Int32 {
        if let stop, items.count >= stop.after { return stop.answer }
        items.append(TestItem(item))
        return 0
    }

    func setError(_ text: String) {
        error = text
    }
}

/// A copy of a `sheaf_item`.
package struct TestItem: Equatable {
    package let size: UInt32
    package let kind: UInt32
    package let level: UInt32
    package let page: Int64
    package let box: [Double]
    package let target: [Double]
    package let key: String?
    package let text: String?
    package let uri: String?
    package let author: String?
    package let modified: Int64
    /// The box of each character.
    package let characters: [[Float]]
    /// Where in the document each of them stands.
    package let positions: [Int64]

    init(_ item: sheaf_item) {
        characters = UnsafeBufferPointer(start: item.boxes, count: Int(item.box_count)).map {
            [$0.x0, $0.y0, $0.x1, $0.y1]
        }
        positions = Array(UnsafeBufferPointer(start: item.positions, count: Int(item.position_count)))
        size = item.size
        kind = item.kind
        level = item.level
        page = item.page
        box = [item.x0, item.y0, item.x1, item.y1]
        target = [item.target_x, item.target_y]
        key = item.key.map { String(cString: $0) }
        text = item.text.map { String(cString: $0) }
        uri = item.uri.map { String(cString: $0) }
        author = item.author.map { String(cString: $0) }
        modified = item.modified
    }
}

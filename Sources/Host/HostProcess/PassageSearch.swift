import CSheafProvider
import HostProtocol

// The text of a document that flows is searched a part at a time, without its pages.

extension ProviderDocument {
    /// How much of it is searched at once, as positions count.
    private static let partLength: Int64 = 512 << 10
    /// How many characters behind that are looked at besides as many as the needle has: what follows a match.
    private static let lookahead = 256

    /// The matches in a part of the text that begin at a position or behind.
    func find(
        _ needle: inout TextNeedle, from start: Int64, _ request: RequestContext
    ) throws(HostError) -> TextFindings {
        var text = FoldedText()
        var (next, end) = (start, start)
        var isOver = false
        func read(where isWanted: (FoldedText) -> Bool) throws(HostError) {
            guard let passage = try passage(from: next, request) else { return isOver = true }
            for run in passage.runs where isWanted(text) {
                // What is before the start is told with a match and looked at for whole words.
                text.append(next == start ? run : run.dropping(before: next), for: &needle)
            }
            (next, end) = (passage.next, passage.end)
        }
        while !isOver, next - start < Self.partLength { try read { _ in true } }
        let partEnd = next
        let enough = text.characters.count + needle.folded.count + Self.lookahead
        while !isOver, text.characters.count < enough { try read { $0.characters.count < enough } }
        let search = TextSearch(passage: text, from: start, to: partEnd)
        let ranges = search.ranges(of: needle, limit: HostLimits.items) { request.isCancelled }
        guard !request.isCancelled else { throw HostError.cancelled }
        var goesOn: Int64? = isOver && next == partEnd ? nil : partEnd
        if let last = ranges.last, let behind = search.position(after: last) {
            goesOn = ranges.count == HostLimits.items ? behind : goesOn.map { max($0, behind) }
        }
        return TextFindings(matches: ranges.map(search.match), next: goesOn, end: max(end, next))
    }

    /// A part of its text.
    private struct Passage {
        let runs: [PageText.Run]
        let next: Int64
        let end: Int64
    }

    /// The text from a position on, or from a little before; nil where none is behind it.
    private func passage(from position: Int64, _ request: RequestContext) throws(HostError) -> Passage? {
        guard let function = unsafe table.passage else { throw HostError.unsupported("passage") }
        let request = request.another(part: ItemPart(count: HostLimits.listedItems))
        var passage = sheaf_passage()
        passage.size = UInt32(MemoryLayout<sheaf_passage>.size)
        passage.next = position
        let result = unsafe function(pointer, request.pointer, position, &passage)
        if result == SHEAF_END, !request.hasEnough { return nil }
        try request.check(result, "read its text")
        guard passage.next > position else {
            throw HostError(
                .documentError(errno: 0),
                "the provider reads its text from \(position) on, and goes on from \(passage.next)")
        }
        return Passage(
            runs: request.items.map { PageText.Run(passage: $0) }, next: passage.next,
            end: max(passage.end, passage.next))
    }
}

extension PageText.Run {
    /// The run without its characters that stand before a position.
    fileprivate func dropping(before position: Int64) -> PageText.Run {
        let count = positions.prefix { $0 < position }.count
        return count == 0 ? self : PageText.Run(passage: self, dropping: count)
    }
}

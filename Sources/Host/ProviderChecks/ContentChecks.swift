import CSheafProvider
import Glibc
import HostProcess
import HostProtocol
import SheafOS

extension ProviderCheck {
    /// The checks of the contents of documents.
    static let contentChecks =
        ContentKind.allCases.map { kind in
            ProviderCheck(kind.name, "what \(kind.name) hands over makes sense") { bench throws(CheckStop) in
                try items(kind, bench)
            }
        } + [
            ProviderCheck("emit", "it stops where nobody wants more items, and can begin anew", emit),
            ProviderCheck("ink", "the box of what is drawn is on the page", ink),
            ProviderCheck("positions", "places in the text lead to their pages", positions),
            ProviderCheck("passages", "the text without its pages goes on to its end", passages),
            ProviderCheck("cfis", "EPUB CFIs lead back to the pages that they are of", cfis),
        ]

    /// How many items of a list are looked at.
    private static let looked = 5_000

    private static func items(_ contents: ContentKind, _ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        var count = 0
        for page in contents.isOfAPage ? try document.somePages(8) : [0] {
            let needle = contents == .search ? try document.word(on: page) : nil
            let (answer, items) = try document.contents(contents, page, needle: needle ?? "the")
            bench.expect(answer.isKnown(), .results, "\(answer)")
            for item in items.prefix(looked) { try check(item, contents, document) }
            if let needle, answer.result == 0 {
                bench.expect(
                    !items.isEmpty, .search, "no match for \"\(needle)\", which is in the text of page \(page)")
            }
            count += items.count
            let again = try document.contents(contents, page, needle: needle ?? "the")
            bench.expect(
                again.items.count == items.count, .results, "\(items.count) items, and then \(again.items.count)")
        }
        bench.measured("\(count) items")
    }

    /// Reports what is wrong with an item.
    private static func check(
        _ item: ReceivedItem, _ contents: ContentKind, _ document: CheckDocument
    ) throws(CheckStop) {
        let bench = document.bench
        bench.expect(
            item.kind == contents.rawValue, .itemKind,
            "an item of kind \(item.kind) instead of \(contents.rawValue)")
        let least = unsafe MemoryLayout<sheaf_item>.offset(of: \.boxes) ?? 0
        bench.expect(
            Int(item.size) >= least, .itemKind, "an item with size \(item.size)")
        for text in [item.key, item.text, item.uri] {
            if let text { bench.expect(text.isValid, .utf8, "\"\(text.text.prefix(60))\", which is no UTF-8") }
        }
        if contents.isOfAPage {
            bench.expect(item.box.isFinite, .itemNumbers, "a box with corners that are no numbers")
        }
        let row = contents.row
        bench.expect(!row.needs.contains(.key) || item.key?.text.isEmpty == false, .itemKind, "an item without a key")
        bench.expect(!row.needs.contains(.text) || item.text != nil, .itemKind, "an item whose text is NULL")
        bench.expect(
            !row.needs.contains(.target) || item.page != noPage || item.uri != nil || item.key != nil, .targets,
            "a link that leads nowhere")
        if row.fields.contains(.boxes), item.boxCount > 0 {
            let text = item.text?.text ?? ""
            let characters = (text.last == "\n" ? text.dropLast() : text[...]).unicodeScalars.count
            bench.expect(
                Int(clamping: item.boxCount) == characters, .boxes,
                "\(item.boxCount) boxes of \(characters) characters: \"\(text.prefix(60))\"")
            bench.expect(item.boxes.allSatisfy(\.isFinite), .itemNumbers, "a character's box that is none")
        }
        if row.fields.contains(.target), item.page != noPage {
            let answer = try document.metrics(item.page).answer
            bench.asking(contents.name)
            bench.expect(
                answer.result == 0, .targets, "it leads to page \(item.page), and metrics of that is \(answer)")
            bench.expect(item.targetX.isFinite && item.targetY.isFinite, .itemNumbers, "a target that is no number")
        }
    }

    private static func emit(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        var isThere = false
        for contents in ContentKind.allCases {
            for page in contents.isOfAPage ? try document.somePages(4) : [0] {
                guard
                    let all = try present(try document.contents(contents, page).items),
                    all.count >= 2
                else { continue }
                isThere = true
                let request = bench.request(wanted: 1)
                let (answer, items) = try document.contents(contents, page, request)
                bench.expect(
                    answer.result == ReceivedItems.enough, .emitStops,
                    "\(answer), where emit had said \(ReceivedItems.enough)")
                bench.expect(
                    request.items.surplus == 0, .emitStops,
                    "\(request.items.surplus) more items after emit had said stop")
                bench.expect(items.count == 1, .emitStops, "\(items.count) items")
                let again = try document.contents(contents, page).items
                bench.expect(
                    again.count == all.count, .emitStops,
                    "\(again.count) items after it was stopped; before there were \(all.count)")
                break
            }
        }
        guard isThere else { throw .absent("the document has no list with two items") }
    }

    private static func ink(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        for page in try document.somePages(6) {
            let size = try document.size(of: page)
            let (answer, box) = try document.ink(page)
            bench.expect(answer.isKnown(or: SHEAF_BACKGROUND), .ink, "\(answer)")
            guard answer.result == 0 else { continue }
            bench.expect(
                box.isFinite && box.x0 <= box.x1 && box.y0 <= box.y1, .ink,
                "the box \(box.x0), \(box.y0), \(box.x1), \(box.y1)")
            bench.expect(
                box.x0 < size.width && box.x1 > 0 && box.y0 < size.height && box.y1 > 0, .ink,
                "the box \(box.x0), \(box.y0), \(box.x1), \(box.y1) is not on the page of \(size.width) x \(size.height) points"
            )
        }
    }

    private static func positions(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        let pages = try document.somePages(20)
        var last: Int64 = -1
        for page in pages {
            let (answer, position) = try document.position(page)
            if answer.result == -ENOTSUP { throw .absent("the document does not flow: \(answer.text)") }
            bench.expect(
                answer.result == 0 && position >= 0 && position >= last, .position, "\(answer), position \(position)")
            guard answer.result == 0 else { return }
            let (found, there) = try document.page(at: position)
            if position > last {
                bench.expect(
                    found.result == 0 && there == page, .pageAt,
                    "\(found), page \(there); \(position) is where page \(page) begins")
            }
            last = position
        }
        for position in [Int64.max, .min, -1] {
            let (answer, _) = try document.page(at: position)
            bench.expect(answer.isKnown(or: SHEAF_END), .pageAt, "\(answer)")
        }
    }
}

extension ProviderCheck {
    private static func passages(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        var position: Int64 = 0
        for _ in 0..<looked {
            let (answer, passage) = try document.passage(position)
            if answer.result == -ENOTSUP { throw .absent("the document does not flow: \(answer.text)") }
            bench.expect(answer.isKnown(or: SHEAF_END), .results, "\(answer)")
            guard answer.result == 0 else { break }
            bench.expect(
                passage.next > position && passage.end >= passage.next, .passage,
                "next \(passage.next), end \(passage.end)")
            guard passage.next > position else { break }
            position = passage.next
        }
        for position in [Int64.max, .min, -1] {
            let (answer, _) = try document.passage(position)
            bench.expect(answer.isKnown(or: SHEAF_END), .results, "\(answer)")
        }
    }
}

extension ProviderCheck {
    private static func cfis(_ bench: CheckBench) throws(CheckStop) {
        let document = try bench.open()
        for page in try document.somePages(20) {
            let (answer, position) = try document.position(page)
            let flows = answer.result == 0
            let (written, cfi) = try document.cfi(flows ? position : page)
            if written.result == -ENOTSUP { throw .absent("its places have no CFIs: \(written.text)") }
            bench.expect(written.result == 0 && cfi.hasPrefix("epubcfi("), .cfi, "\(written), \(cfi)")
            guard written.result == 0 else { return }
            let (found, place) = try document.place(ofCFI: cfi)
            let there = flows && found.result == 0 ? try document.page(at: place).page : place
            bench.expect(
                found.result == 0 && there == page, .findCFI, "\(found), page \(there); \(cfi) is of page \(page)")
        }
        for cfi in ["", "epubcfi(/6/4", "epubcfi(/6/999999999!/4)"] {
            let (answer, place) = try document.place(ofCFI: cfi)
            bench.expect(answer.result == -EINVAL, .findCFI, "\(answer), position \(place): \"\(cfi)\" leads nowhere")
        }
    }
}

extension CheckDocument {
    /// A word of the text of a page; nil where there is none of plain letters.
    fileprivate func word(on page: Int64) throws(CheckStop) -> String? {
        let runs = try ProviderCheck.present(try contents(.text, page).items)
        for run in runs ?? [] {
            let words = (run.text?.text ?? "").split { !$0.isASCII || !$0.isLetter }
            // Not the first and the last: they may go on in another run.
            if let word = words.dropFirst().dropLast().first(where: { $0.count >= 4 }) { return String(word) }
        }
        return nil
    }
}

import Glibc
import HostProtocol
import HostSupervision
import Navigation
import PageModel
import SheafDocuments
import SheafInterface
import Varlink

// Places as EPUB names them (EPUB Canonical Fragment Identifiers 1.1).

extension DocumentService {
    func getCFI(_ asked: Interface.GetCFIParameters, _ call: VarlinkCall<Interface.GetCFI>) throws(Failure) {
        for (position, field) in [(asked.position, "position"), (asked.end, "end")] {
            _ = try RangeCheck.number(position ?? 0, field, 0...Int(MotionCheck.limit))
        }
        guard asked.position == nil || asked.index == nil else {
            throw .invalidRange(field: "position", reason: "it takes an index or a position, not both")
        }
        try answer(call, asked.reader, asked.axis, at: asked.index) {
            session, axis, page, inputs throws(Interruption) in
            .init(
                cfi: try session.cfi(
                    from: asked.position.map { Int64($0) }, to: asked.end.map { Int64($0) }, page: page.page, on: axis,
                    inputs))
        }
    }

    func findCFI(_ asked: Interface.FindCFIParameters, _ call: VarlinkCall<Interface.FindCFI>) throws(Failure) {
        guard (1...HostLimits.cfi).contains(asked.cfi.utf8.count) else {
            throw .invalidRange(
                field: "cfi", reason: "it has \(asked.cfi.utf8.count) bytes, and 1 to \(HostLimits.cfi) are allowed")
        }
        try whenReady(call, asked.reader, asked.axis, taking: { _, _ in }) {
            session, axis, _, inputs, _ throws(Interruption) in
            guard call.isOpen else { return }
            switch try session.place(ofCFI: asked.cfi, on: axis, inputs) {
            case .success(let place):
                call.reply(
                    .init(
                        index: place.index, position: place.text.map { Int($0.lowerBound) },
                        end: place.text.flatMap { $0.isEmpty ? nil : Int($0.upperBound) }))
            case .failure(let failure): call.fail(.invalidRange(field: "cfi", reason: failure.message))
            }
        }
    }
}

extension ReaderSession {
    /// The CFI of the text between two positions.
    ///
    /// - Parameters:
    ///   - start: nil: where a page begins.
    ///   - end: nil: it is a place, and no text.
    ///   - page: the one that is meant without a position, or where the document does not flow.
    fileprivate func cfi(
        from start: Int64?, to end: Int64?, page: PageID, on axis: ReaderAxis, _ inputs: CommandInputs
    ) throws(Interruption) -> String {
        var position = axis.document.opened.flows ? start : page.number
        if position == nil {
            let answer = try inputs.answer(to: .textPositions([page]), of: axis.document)
            if let failure = answer.failure { throw .failure(.document(failure)) }
            if case .numbers(.success(let found)) = answer { position = found.first ?? nil }
        }
        guard let position else { throw .failure(.changing) }
        let answer = try inputs.answer(to: .cfi(from: position, to: end ?? position), of: axis.document)
        if let failure = answer.failure { throw .failure(.document(failure)) }
        guard case .cfi(.success(let cfi)) = answer else { throw .failure(.changing) }
        return cfi
    }

    /// The page on an axis to which a CFI leads, and what of the text of a document that flows it means; or why that is nowhere.
    fileprivate func place(
        ofCFI cfi: String, on axis: ReaderAxis, _ inputs: CommandInputs
    ) throws(Interruption) -> Result<(index: Int, text: Range<Int64>?), HostError> {
        let answer = try inputs.answer(to: .place(ofCFI: cfi), of: axis.document)
        if let failure = answer.failure {
            if failure.code == .documentError(errno: EINVAL) { return .failure(failure) }
            throw .failure(.document(failure))
        }
        guard case .numbers(.success(let numbers)) = answer, numbers.count == 2, let position = numbers[0],
            let end = numbers[1]
        else { throw .failure(.changing) }
        let flows = axis.document.opened.flows
        let lookup = PageLookup(session: self, inputs: inputs)
        guard
            let index = flows
                ? try lookup.index(ofPosition: position, on: axis)
                : try lookup.index(ofPage: PageID(position), on: axis)
        else { throw .noSuchPage(cfi, on: axis) }
        return .success((index, flows ? position..<max(position, end) : nil))
    }
}

import Navigation
import PageModel
import ProviderHost
import SheafInterface

// Pages are looked for before the machine is told to go there. Every completion may be called from within the call.

extension ReaderService {
    /// Looks for the index on an axis that a target means.
    func findIndex(
        of target: CheckedTarget, wraps: Bool = false, on axis: ReaderAxis, in reader: Reader,
        completion: @escaping (Result<Int, ReaderInterface.Failure>) -> Void
    ) {
        let missing = ReaderInterface.Failure.noSuchPage(target: target.text, pages: axis.count.pages)
        switch target {
        case .number(let number):
            let index = reader.machine.index(of: number, on: axis.axis, wraps: wraps, in: reader.pages)
            completion(index.map { .success($0) } ?? .failure(missing))
        case .history(let isBack):
            let place = isBack ? reader.history.back.last : reader.history.forward.last
            guard let place, place.surface == axis.axis.surface else { return completion(.failure(missing)) }
            completion(.success(place.index))
        case .label(let label):
            axis.document.opened.findIndex(label: label) { result in
                completion(Self.index(result.map { Int($0) }, on: axis, else: missing))
            }
        case .link(let number):
            guard let page = reader.machine.landing.pages.first else { return completion(.failure(.empty)) }
            // The links of another document lead nowhere along this axis.
            guard reader.place(of: page.index, on: page.surface)?.document === axis.document else {
                return completion(.failure(missing))
            }
            axis.document.opened.links(of: page.page.number) { [self] result in
                findPage(of: number, in: result, on: axis, near: page.index, else: missing, completion: completion)
            }
        case .outline(let number):
            axis.document.opened.outline { [self] result in
                findPage(of: number, in: result, on: axis, near: 0, else: missing, completion: completion)
            }
        }
    }

    /// Looks for the pages of spreads that are not known yet, and their sizes.
    ///
    /// - Parameters:
    ///   - index: the page that must be there, for it to be an error where it is not.
    ///   - target: what was asked for, in words.
    func lookUp(
        _ spreads: ClosedRange<Int>, with index: Int? = nil, on axis: ReaderAxis, target: String = "",
        completion: @escaping (ReaderInterface.Failure?) -> Void
    ) {
        guard let index, let place = axis.documentIndex(of: index), axis.document.known(at: place) == nil else {
            return lookUp(spreads, on: axis) { completion(nil) }
        }
        axis.document.find(at: place) { [self] result in
            guard case .failure(let failure) = result else { return lookUp(spreads, on: axis) { completion(nil) } }
            switch failure.code {
            case .noSuchPage, .endOfDocument:
                completion(.noSuchPage(target: target, pages: axis.count.pages))
            default: completion(ReaderInterface.Failure(page: index, failure))
            }
        }
    }

    private func lookUp(_ spreads: ClosedRange<Int>, on axis: ReaderAxis, completion: @escaping () -> Void) {
        // One that can't be found is none to turn to.
        lookUpAll(spreads, on: axis) { _ in completion() }
    }

    /// Looks for the pages of spreads that are not known yet, and their sizes; those that can't be found are left out.
    ///
    /// - Parameters:
    ///   - kind: how pages are taken together; nil: as the axis has it.
    ///   - completion: told why none could be looked for, where that is so.
    func lookUpAll(
        _ spreads: ClosedRange<Int>, of kind: Spreads? = nil, on axis: ReaderAxis,
        completion: @escaping (HostError?) -> Void
    ) {
        guard let missing = missing(in: spreads, of: kind, on: axis) else { return completion(nil) }
        axis.document.find(in: missing, priority: .demand) { result in
            if case .failure(let failure) = result { completion(failure) } else { completion(nil) }
        }
    }

    /// Where the pages of spreads are in the document that are not known yet; nil where all are.
    func missing(in spreads: ClosedRange<Int>, of kind: Spreads? = nil, on axis: ReaderAxis) -> Range<Int>? {
        let kind = kind ?? axis.arrangement.spreads
        let first = kind.pages(ofSpread: spreads.lowerBound).lowerBound
        let last = max(
            kind.pages(ofSpread: spreads.upperBound).upperBound, (kind.back(ofSpread: spreads.upperBound) ?? -1) + 1)
        // A reader is past the end for a while when pages have gone.
        var missing: Range<Int>?
        for index in first..<max(min(last, axis.count.exact ?? last), first) {
            guard let place = axis.documentIndex(of: index), axis.document.known(at: place) == nil else { continue }
            missing = (missing?.lowerBound ?? place)..<place + 1
        }
        return missing
    }

    private func findPage(
        of number: Int, in result: Result<ItemList, HostError>, on axis: ReaderAxis, near index: Int,
        else missing: ReaderInterface.Failure,
        completion: @escaping (Result<Int, ReaderInterface.Failure>) -> Void
    ) {
        switch result {
        case .failure(let failure): completion(.failure(ReaderInterface.Failure(failure)))
        case .success(let list):
            guard number < list.items.count, let page = list.items[number].page.map({ PageID($0) }) else {
                return completion(.failure(missing))
            }
            let near = axis.documentIndex(of: index) ?? 0
            axis.document.positions(of: [(page: page, index: near)]) { result in
                completion(
                    Self.index(
                        result.flatMap { positions in
                            positions[page].map { .success($0) }
                                ?? .failure(HostError(.noSuchPage, "the target is no page of the document"))
                        }, on: axis, else: missing))
            }
        }
    }

    private static func index(
        _ found: Result<Int, HostError>, on axis: ReaderAxis, else missing: ReaderInterface.Failure
    ) -> Result<Int, ReaderInterface.Failure> {
        switch found {
        case .success(let place): axis.index(ofDocumentIndex: place).map { .success($0) } ?? .failure(missing)
        case .failure(let failure):
            switch failure.code {
            case .noSuchPage, .endOfDocument: .failure(missing)
            default: .failure(ReaderInterface.Failure(failure))
            }
        }
    }
}

extension PageModel.PageCount {
    /// The number, where it is known for sure.
    var exact: Int? {
        guard case .exact(let pages) = self else { return nil }
        return pages
    }
}

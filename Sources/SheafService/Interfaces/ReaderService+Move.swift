import Navigation
import ProviderHost
import PageModel
import SheafInterface
import SheafOS
import Varlink

// Moving pages by hand: the machine says whether it fits, the provider whether it can, and does it.

extension ReaderService {
    func beginMove(_ parameters: ReaderInterface.BeginMoveParameters, _ call: VarlinkCall<ReaderInterface.BeginMove>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        let axis = try axis(parameters.axis, of: reader)
        let target = "index \(parameters.index)"
        guard axis.count != .exact(0) else { throw .empty }
        guard parameters.index >= 0, parameters.index < axis.count.exact ?? Int(MotionCheck.limit) else {
            throw .noSuchPage(target: target, pages: axis.count.pages)
        }
        try inOrder(reader) { [self] done in
            let fail = { (failure: ReaderInterface.Failure) in
                call.fail(failure)
                done()
            }
            let spread = axis.arrangement.spreads.spread(ofPage: parameters.index)
            lookUp(spread...spread, with: parameters.index, on: axis, target: target) { [self] failure in
                guard !reader.isClosed else { return fail(.noSuchReader(reader: reader.id)) }
                if let failure { return fail(failure) }
                do throws(ReaderInterface.Failure) {
                    let move = try machine(of: reader, axis: axis.axis, target: target) {
                        machine, pages, now throws(NavigationError) in
                        try machine.beginMove(of: parameters.index, on: axis.axis, in: pages, at: now)
                    }
                    reader.holder = ObjectIdentifier(call.connection)
                    tellHost(.begin, move, of: reader) { [self] error in
                        defer { done() }
                        guard let error else { return call.reply(.init(location: reader.wire(move.page))) }
                        _ = try? reader.machine.cancelMove(in: reader.pages, at: now)
                        call.fail(.init(asked: error))
                    }
                    letGoIfLost(reader, heldBy: call.connection)
                } catch {
                    fail(error)
                }
            }
        }
    }

    func updateMove(
        _ parameters: ReaderInterface.UpdateMoveParameters, _ call: VarlinkCall<ReaderInterface.UpdateMove>
    ) throws(ReaderInterface.Failure) {
        let reader = try reader(parameters.reader, for: call)
        try inOrder(reader) { [self] done in
            reachEdge(of: reader) { [self] in
                defer { done() }
                do throws(ReaderInterface.Failure) {
                    guard !reader.isClosed else { throw .noSuchReader(reader: reader.id) }
                    let last = reader.machine.move?.index
                    let move = try machine(of: reader, target: "index \(parameters.index ?? 0)") {
                        machine, pages, now throws(NavigationError) in
                        try machine.updateMove(
                            to: parameters.index, edge: parameters.edge.map { Navigation.Direction($0) }, in: pages,
                            at: now)
                    }
                    follow(reader)
                    if move.index != last { tellHost(.update, move, of: reader) { _ in } }
                    call.reply()
                } catch {
                    call.fail(error)
                }
            }
        }
    }

    /// Where a page is moved by hand, looks for the pages that may be turned to while it is held at the edge.
    func reachEdge(of reader: Reader, completion: @escaping () -> Void) {
        guard let move = reader.machine.move, let axis = reader.axis(on: move.page.surface) else { return completion() }
        lookUp(reader.machine.reach(of: axis.axis), on: axis) { _ in completion() }
    }

    func endMove(_ parameters: ReaderInterface.EndMoveParameters, _ call: VarlinkCall<ReaderInterface.EndMove>)
        throws(ReaderInterface.Failure)
    {
        let reader = try reader(parameters.reader, for: call)
        try inOrder(reader) { [self] done in
            do throws(ReaderInterface.Failure) {
                guard !reader.isClosed else { throw .noSuchReader(reader: reader.id) }
                let (move, end) = try machine(of: reader) { machine, pages, now throws(NavigationError) in
                    try machine.endMove(in: pages, at: now)
                }
                reader.holder = nil
                follow(reader)
                tellHost(end == .moved ? .end : .cancel, move, of: reader) { error in
                    if let error { call.fail(.init(asked: error)) } else { call.reply(.init(moved: end == .moved)) }
                    done()
                }
            } catch {
                call.fail(error)
                done()
            }
        }
    }

    func cancelMove(
        _ parameters: ReaderInterface.CancelMoveParameters, _ call: VarlinkCall<ReaderInterface.CancelMove>
    ) throws(ReaderInterface.Failure) {
        let reader = try reader(parameters.reader, for: call)
        try inOrder(reader) { [self] done in
            do throws(ReaderInterface.Failure) {
                guard !reader.isClosed else { throw .noSuchReader(reader: reader.id) }
                let move = try machine(of: reader) { machine, pages, now throws(NavigationError) in
                    try machine.cancelMove(in: pages, at: now)
                }
                reader.holder = nil
                follow(reader)
                tellHost(.cancel, move, of: reader) { error in
                    if let error { call.fail(.init(asked: error)) } else { call.reply() }
                    done()
                }
            } catch {
                call.fail(error)
                done()
            }
        }
    }

    /// The page that a reader's viewer holds goes back to where it was: the viewer has gone.
    func cancelMove(of reader: Reader) {
        guard let move = try? reader.machine.cancelMove(in: reader.pages, at: now) else { return }
        follow(reader)
        tellHost(.cancel, move, of: reader) { _ in }
    }

    private func tellHost(
        _ stage: PageMove.Stage, _ move: ReaderMachine.Move, of reader: Reader,
        completion: @escaping (HostError?) -> Void
    ) {
        guard let (document, place) = reader.place(of: move.index, on: move.page.surface) else {
            return completion(nil)
        }
        document.opened.move(PageMove(stage: stage, page: move.page.page.number, index: Int64(place))) { result in
            if case .failure(let failure) = result { completion(failure) } else { completion(nil) }
        }
    }
}

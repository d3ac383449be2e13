import Navigation
import SheafInterface
import Varlink

@testable import SheafReaders
@testable import SheafService
@testable import ServiceModel

// Questions while pages move.

extension ModelWorld {
    /// Asks questions that go by positions while a reader's pages move. They are answered for the time at which they
    /// were asked, and hold up nothing that is asked after them, whatever hosts do meanwhile.
    func askInMotion() throws {
        try rest()
        let sessions = service.core.readers.all.filter { $0.standing.isAtRest && $0.standing.isOpen && !$0.isManual }
        guard problem == nil, let session = numbers.one(of: sessions),
            let reader = clients.flatMap(\.readers).first(where: { $0.name == session.name && !$0.isClosed })
        else { return }
        service.hosts.areQuick = true
        try beginMotion(of: reader)
        try run(12)
        service.hosts.areQuick = false
        try pass(UInt64(numbers.number(0...400_000)))
        // A timer may have had a document looked at, which changes then.
        guard session.standing.isOpen, !session.standing.isAtRest, session.queue.isIdle else { return }

        let (x, y) = (Double(numbers.number(0...22)), Double(numbers.number(0...30)))
        let expected = PointedPoint(session: session, x: x, y: y).pages()
        let hits = service.hosts.hits
        var hit: ReaderInterface.HitTestReply?
        try clients[0].call(ReaderInterface.HitTest.self, .init(reader: reader.name, x: x, y: y), use: .aside) {
            hit = $0.parameters
        }
        try run(3)
        if !session.queue.isIdle { report("a question holds up what \(reader.name) is asked for") }
        for _ in 0..<2 {
            try pass(UInt64(numbers.number(0...100_000)))
            try askWherePagesAre(of: session)
        }
        var isAnswered = false
        try clients[0].call(
            ReaderInterface.Settle.self, .init(reader: reader.name, transition: session.standing.transition),
            use: .returns
        ) { _ in isAnswered = true }
        try run(3)
        if !isAnswered { report("Settle waits for what a host says of a point") }
        for _ in 0..<200 where hit == nil {
            service.hosts.proceed()
            try run(1)
        }
        guard let hit else { return report("HitTest has no answer") }
        if service.hosts.hits > hits + 1 { report("hosts were asked \(service.hosts.hits - hits) times of one point") }
        let page = hit.background ? expected?.behind : expected?.front
        let point = page ?? expected?.front
        if hit.location != page?.location || (hit.x, hit.y) != (point?.x ?? 0, point?.y ?? 0) {
            report("\(hit) is at \((x, y)) of \(reader.name), and it was \(expected.map { "\($0)" } ?? "nothing")")
        }
    }

    /// A jump is animated, or a finger moves the pages, or has let go of them.
    private func beginMotion(of reader: ModelReader) throws {
        let client = clients[0]
        guard numbers.chance(500) else {
            return try client.call(
                ReaderInterface.Navigate.self,
                .init(
                    reader: reader.name, target: .init(relative: numbers.one(of: [-3, -1, 1, 2])),
                    handover: .some(.none),
                    duration: numbers.number(500...900), wrap: true)
            ) { reader.transition = max(reader.transition, $0.parameters.transition) }
        }
        try client.call(ReaderInterface.BeginDrag.self, .init(reader: reader.name)) {
            reader.transition = max(reader.transition, $0.parameters.transition)
        }
        try client.send(
            ReaderInterface.Drag.self, .init(reader: reader.name, offset: Double(numbers.number(0...60)) / 10))
        if numbers.chance(500) {
            try client.call(ReaderInterface.ReleaseDrag.self, .init(reader: reader.name, velocity: 1)) {
                reader.transition = max(reader.transition, $0.parameters.transition)
            }
        }
    }

    /// Asks for the state and the layout: both are of now.
    private func askWherePagesAre(of session: ReaderSession) throws {
        var state: ReaderInterface.State?
        try clients[0].call(ReaderInterface.GetState.self, .init(reader: session.name), use: .returns) {
            state = $0.parameters.state
        }
        try run(3)
        let axis = session.standing.front
        let position = session.model.inspect { $0.position(of: axis, at: session.context.now) }
        guard let state else { return report("GetState waits for what a host says of a point") }
        if state.axes.first(where: { $0.axis == axis.wire })?.position != position {
            report("\(session.name) is at \(position), and GetState answers \(state)")
        }
        var isAnswered = false
        try clients[0].call(
            ReaderInterface.GetLayout.self, .init(reader: session.name, axis: axis.wire, offset: position),
            use: .returns
        ) { _ in isAnswered = true }
        try run(3)
        if !isAnswered { report("GetLayout waits for what a host says of a point") }
    }
}

import Varlink

@testable import HostProtocol

// What fake hosts answer beside pages.

extension FakeHost {
    private func nothing<Method: VarlinkMethod>(_ call: VarlinkCall<Method>, _ serial: Int)
    where Method.Failure == HostInterface.Failure, Method.Reply == JSONEmpty {
        answer(call, serial) { (JSONEmpty(), []) }
    }

    func prefetch(_ asked: HostInterface.PrefetchParameters, _ call: VarlinkCall<HostInterface.Prefetch>) {
        nothing(call, asked.serial)
    }

    func cancelPrefetch(
        _ asked: HostInterface.CancelPrefetchParameters, _ call: VarlinkCall<HostInterface.CancelPrefetch>
    ) {
        nothing(call, asked.serial)
    }

    func appearance(_ asked: HostInterface.AppearanceParameters, _ call: VarlinkCall<HostInterface.Appearance>) {
        nothing(call, asked.serial)
    }

    func refresh(_ asked: HostInterface.RefreshParameters, _ call: VarlinkCall<HostInterface.Refresh>) {
        answer(call, asked.serial) { [self] in
            if hosts.numbers.chance(500), let document = documents[asked.document] { hosts.change(document.file) }
            return (JSONEmpty(), [])
        }
    }

    func move(_ asked: HostInterface.MoveParameters, _ call: VarlinkCall<HostInterface.Move>) {
        answer(call, asked.serial) { [self] in
            if asked.stage == Int(PageMove.Stage.end.rawValue), let document = documents[asked.document],
                !document.isLarge,
                let from = document.content.pages.firstIndex(of: asked.page)
            {
                document.content.pages.remove(at: from)
                document.content.pages.insert(asked.page, at: min(max(asked.index, 0), document.content.pages.count))
                if document.version == document.file.version {
                    document.file.content = document.content
                    hosts.tell(of: document.file, .pages)
                } else {
                    send(.changed(document: Int64(asked.document), .pages))
                }
            }
            return (JSONEmpty(), [])
        }
    }

    func hit(_ asked: HostInterface.HitParameters, _ call: VarlinkCall<HostInterface.Hit>) {
        hosts.hits += 1
        answer(call, asked.serial) { [hosts] in
            (.init(target: hosts.numbers.one(of: [.claimed, .unclaimed, .background]) ?? .claimed), [])
        }
    }

    func contents(_ asked: HostInterface.ContentsParameters, _ call: VarlinkCall<HostInterface.Contents>) {
        answer(call, asked.serial) { [self] in
            let isListed = [ContentKind.outline, .links].contains { Int($0.rawValue) == asked.kind }
            let pages = isListed ? (documents[asked.document]?.pages ?? []).prefix(4) : []
            let items = pages.dropFirst(asked.first).prefix(asked.count).map { page in
                HostInterface.Item(
                    kind: asked.kind, level: 0, page: page, x0: 0, y0: 0, x1: 5, y1: 5, targetX: 0, targetY: 0,
                    text: "to \(page)")
            }
            return (.init(items: items, truncated: false), [])
        }
    }

    func findAhead(_ asked: HostInterface.FindAheadParameters, _ call: VarlinkCall<HostInterface.FindAhead>) {
        answer(call, asked.serial) { (.init(matches: [], end: 0), []) }
    }

    func find(_ asked: HostInterface.FindParameters, _ call: VarlinkCall<HostInterface.Find>) {
        answer(call, asked.serial) { (.init(matches: [], truncated: false), []) }
    }
}

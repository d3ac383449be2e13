import Navigation
import PageModel
import ProviderHost
import SheafInterface
import SheafOS

extension ReaderService {
    /// Goes on with a reader of an earlier run, where it was. What has to be looked up first is asked of its documents; it is
    /// there, and can be used, when they have answered.
    ///
    /// - Throws: where it can't be: its documents are gone, or it makes no sense.
    func restore(
        _ stored: StoreInterface.Reader, of uid: UInt32, as setup: ReaderInterface.OpenParameters
    ) throws(ReaderInterface.Failure) {
        let viewport = try Viewport(checking: setup.viewport)
        let plan = try ReaderPlan(checking: setup)
        guard !stored.id.isEmpty, !readers.all.contains(where: { $0.id == stored.id }) else {
            throw .noSuchReader(reader: stored.id)
        }
        guard let name = plan.axes.first?.document, let first = documents.document(named: name, visibleTo: uid) else {
            throw .noSuchDocument(document: plan.axes.first?.document ?? "")
        }
        let reader = try reader(plan, on: first, viewport: viewport, of: uid, id: stored.id)
        for document in reader.documents { documents.join(document) }
        reader.machine.goOn(after: stored.transition)
        reader.history.restore(back: stored.back.map(\.location), forward: stored.forward.map(\.location))
        readers.restore(reader)
        // What is asked of it meanwhile waits.
        try inOrder(reader) { [self] done in goOn(reader, of: uid, done) }
    }

    private func goOn(_ reader: Reader, of uid: UInt32, _ done: @escaping () -> Void) {
        findStart(of: reader, target: nil) { [self] failure in
            defer { done() }
            // Its viewer may have closed it meanwhile.
            guard reader.isComing else { return }
            guard let failure else {
                begin(reader)
                showOnWatches(reader)
                return
            }
            journal.log(
                .warning, "reader \(reader.id) can't go on where it was: \(failure)",
                LogField("SHEAF_READER", reader.id), LogField("SHEAF_UID", "\(uid)"))
            end(reader)
        }
    }
}

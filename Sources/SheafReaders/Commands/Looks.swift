import SheafDocuments
import SheafInterface
import Varlink

// How pages look.
extension ReaderService {
    func setLooks(_ parameters: Interface.SetLooksParameters, _ call: VarlinkCall<Interface.SetLooks>) throws(Failure) {
        let session = try session(parameters.reader, for: call)
        let looks = try ReaderLooks(checking: parameters.looks)
        if let field = session.pages.axes.lazy.compactMap({ $0.refusal(of: looks.document) }).first {
            throw .invalidLooks(
                field: field,
                reason: "a part of a document, and an axis that another one crosses, is made of pages as they are")
        }
        show(looks, in: session, call) { call.reply(.init(state: session.state)) }
    }

    /// Has a reader show its documents in other looks.
    func show<Method>(
        _ looks: ReaderLooks, in session: ReaderSession, _ call: VarlinkCall<Method>, reply: @escaping () -> Void
    ) where Method.Failure == Failure {
        opener.openVariants(of: session.pages.documents, in: looks.document, for: session.uid) { [self] result in
            switch result {
            case .failure(let failure): call.fail(self.failure(.document(failure), of: session))
            case .success(let variants) where session.isClosed:
                documents.release(variants, of: session.uid)
                call.fail(.noSuchReader(reader: session.name))
            case .success(let variants):
                session.queue.run(
                    command(call, of: session) { [documents] inputs throws(Interruption) in
                        let unused = try DocumentSwitch(session: session).setLooks(looks, in: variants, inputs)
                        documents.release(unused, of: session.uid)
                        reply()
                    } failed: { [documents] _ in
                        documents.release(variants, of: session.uid)
                    })
            }
        }
    }
}

import Navigation
package import SheafBase
package import SheafDocuments
import SheafInterface
import SheafOS
import Varlink

/// The interface org.sheaf.Reader for clients. It checks what they send, finds the reader, has it do what is asked, and
/// answers with the outcome.
package final class ReaderService: ReaderHandler {
    typealias Interface = ReaderInterface
    typealias Failure = ReaderInterface.Failure

    let context: ReaderContext
    let readers: ReaderTable
    let opener: ReaderOpener
    let documents: DocumentTable
    let digests: DocumentDigests
    let limitNotices: LimitNotices
    let markCopies: MarkCopies

    package init(
        context: ReaderContext, readers: ReaderTable, opener: ReaderOpener, documents: DocumentTable,
        digests: DocumentDigests, markCopies: MarkCopies, limitNotices: LimitNotices
    ) {
        self.markCopies = markCopies
        self.context = context
        self.readers = readers
        self.opener = opener
        self.documents = documents
        self.digests = digests
        self.limitNotices = limitNotices
    }

    // MARK: Calls

    /// The reader that a call names, if it is the caller's.
    func session<Method>(
        _ name: String, for call: VarlinkCall<Method>
    ) throws(ReaderInterface.Failure) -> ReaderSession {
        guard let session = readers.session(name, of: call.peer.uid, usedBy: call.connection.id) else {
            throw .noSuchReader(reader: name)
        }
        return session
    }

    /// The axis that a command is for.
    func axis(
        _ wire: ReaderInterface.Axis?, of session: ReaderSession
    ) throws(ReaderInterface.Failure) -> ReaderAxis {
        guard let wire else { return session.pages.axes[0] }
        guard let axis = session.pages.axis(Navigation.Axis(wire)) else { throw .noSuchAxis(axis: wire) }
        return axis
    }

    /// Has a command done when all that was asked of the reader before is done, and says so where it can't be.
    func run<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, of session: ReaderSession,
        _ perform: @escaping (CommandInputs) throws(Interruption) -> Void
    ) where Method.Failure == ReaderInterface.Failure {
        session.queue.run(command(call, of: session, perform))
    }

    /// Has a question about the reader answered as it stands when all that was asked of it before is done, and says so where it can't be.
    ///
    /// - Parameter take: takes what the answer goes by, once.
    func ask<Method: VarlinkMethod, Taken>(
        _ call: VarlinkCall<Method>, of session: ReaderSession, taking take: @escaping () -> Taken,
        answer: @escaping (Taken, CommandInputs) throws(Interruption) -> Void
    ) where Method.Failure == ReaderInterface.Failure {
        session.queue.ask(
            taking: { inputs throws(Interruption) in
                try ReaderStart(session: session, inputs: inputs).resume()
                return take()
            }, answer: answer, fail: { [self] in call.fail(failure($0, of: session)) })
    }

    func command<Method: VarlinkMethod>(
        _ call: VarlinkCall<Method>, of session: ReaderSession,
        _ perform: @escaping (CommandInputs) throws(Interruption) -> Void,
        failed: @escaping (ReaderError) -> Void = { _ in }
    ) -> ReaderCommand where Method.Failure == ReaderInterface.Failure {
        ReaderCommand(
            perform: { inputs throws(Interruption) in
                try ReaderStart(session: session, inputs: inputs).resume()
                try perform(inputs)
            },
            fail: { [self] error in
                failed(error)
                call.fail(failure(error, of: session))
            })
    }

    func failure(_ error: ReaderError, of session: ReaderSession) -> ReaderInterface.Failure {
        let failure = ReaderInterface.Failure(error, of: session)
        limitNotices.reached(failure, by: session.uid)
        return failure
    }
}

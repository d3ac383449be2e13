import SheafInterface
import SheafOS
import Varlink

// Readers come and go.
extension ReaderService {
    func open(_ parameters: ReaderInterface.OpenParameters, _ call: VarlinkCall<ReaderInterface.Open>)
        throws(ReaderInterface.Failure)
    {
        do throws(ReaderInterface.Failure) { try opener.open(parameters, call) } catch {
            limitNotices.reached(error, by: call.peer.uid)
            throw error
        }
    }

    func close(_ parameters: ReaderInterface.CloseParameters, _ call: VarlinkCall<ReaderInterface.Close>)
        throws(ReaderInterface.Failure)
    {
        opener.close(try session(parameters.reader, for: call))
        call.reply()
    }
}

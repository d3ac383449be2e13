import SheafInterface
import SheafOS
import Varlink

// Readers come and go.
extension ReaderService {
    func open(_ parameters: Interface.OpenParameters, _ call: VarlinkCall<Interface.Open>) throws(Failure) {
        do throws(Failure) { try opener.open(parameters, call) } catch {
            limitNotices.reached(error, by: call.peer.uid)
            throw error
        }
    }

    func close(_ parameters: Interface.CloseParameters, _ call: VarlinkCall<Interface.Close>) throws(Failure) {
        opener.close(try session(parameters.reader, for: call))
        call.reply()
    }
}

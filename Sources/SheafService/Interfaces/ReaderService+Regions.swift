import PageModel
import SheafInterface
import SheafOS
import Varlink

// Regions of pages: of what a viewer that pans and zooms asks for, only the latest counts.

extension ReaderService {
    /// A region is asked for, and takes the place of the one that the reader waited for; nil where the call is for all of
    /// a page.
    func beginRegion(
        _ parameters: ReaderInterface.GetPageParameters, of reader: Reader,
        _ call: VarlinkCall<ReaderInterface.GetPage>
    ) -> RegionRequest? {
        guard parameters.region != nil else { return nil }
        let request = RegionRequest(arrival: now) { call.fail($0) }
        reader.region?.fail(.superseded)
        reader.region = request
        call.onDisconnect { request.end() }
        // Calls are served one after the other: what waits behind it on its connection would not be seen in time.
        call.onFollowed { [id = reader.id] follower in
            if Self.isRegion(follower, of: id) { request.fail(.superseded) }
        }
        return request
    }

    /// Does something as soon as no other region was asked for in a while.
    func whenStill(_ request: RegionRequest, _ body: @escaping () -> Void) {
        let passed = now.microseconds - min(request.arrival.microseconds, now.microseconds)
        guard passed < settings.regionDelay else { return body() }
        do throws(OSError) {
            let timer = try loop.schedule(after: settings.regionDelay - passed) { if request.isOpen { body() } }
            request.rest(timer)
        } catch {
            // Better a render too many than a region that never comes.
            body()
        }
    }

    private static func isRegion(_ follower: borrowing CallEnvelope, of reader: String) -> Bool {
        guard follower.method.equals("org.sheaf.Reader.GetPage"), !follower.flags.contains(.oneway),
            let parameters = try? ReaderInterface.GetPageParameters(decoding: follower.parameters)
        else { return false }
        return parameters.reader == reader && parameters.region != nil
    }
}

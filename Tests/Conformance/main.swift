import Glibc
import SheafOS
import Varlink

/// `varlink-certification server PATH` offers org.varlink.certification until SIGTERM; `client PATH` checks a service.
private func run() throws(OSError) -> Int32 {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
        report("usage: varlink-certification server|client PATH")
        return 2
    }
    switch arguments[1] {
    case "server": return try serve(arguments[2])
    case "client": return try check(arguments[2])
    default: return 2
    }
}

private func report(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    _ = write(2, bytes, bytes.count)
}

private func serve(_ path: String) throws(OSError) -> Int32 {
    let loop = try EventLoop()
    let server = VarlinkServer(
        on: loop,
        information: VarlinkServiceInformation(
            vendor: "Sheaf", product: "Varlink certification", version: "1", url: "https://varlink.org"),
        log: { level, text in report("\(level): \(text)") })
    server.add(CertificationDispatcher(CertificationService()))
    try server.listen(on: try UnixSocket.listen(at: path))
    let end = try loop.watch(signal: SIGTERM) { _ in loop.exit() }
    let status = try loop.run()
    end.cancel()
    server.close()
    return status
}

private func check(_ path: String) throws(OSError) -> Int32 {
    let client = CertificationClient(client: try VarlinkBlockingClient(path: path))
    do throws(VarlinkCallError<CertificationInterface.Failure>) {
        return try client.run() ? 0 : 1
    } catch {
        report("\(error)")
        return 1
    }
}

do {
    exit(try run())
} catch {
    report("\(error)")
    exit(1)
}

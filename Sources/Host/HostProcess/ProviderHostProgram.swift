import CSheafSandbox
import Glibc
import HostProtocol
import SheafOS
import Varlink

/// The program of a provider host: `sheafd --provider-host …`, started by the service and by nobody else.
package enum ProviderHostProgram {
    /// The argument that makes sheafd a provider host.
    package static let argument = HostArguments.mark

    /// The signals that mean the service, and reach its hosts too when a terminal or a careless manager sends them.
    private static let serviceSignals = [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGPIPE, Signal.serviceCommand]
    /// EX_USAGE and EX_OSERR of sysexits.h.
    private static let usageStatus: Int32 = 64
    private static let systemStatus: Int32 = 71

    /// Serves the service until it hangs up, and returns the exit status.
    package static func run(arguments words: [String]) -> Int32 {
        guard let arguments = HostArguments(words) else {
            HostDescriptors.say("\(argument) is for sheafd itself: it starts its provider hosts")
            return usageStatus
        }
        sheaf_sandbox_hide_arguments(Int32(words.count))
        do throws(OSError) {
            return try serve(arguments)
        } catch {
            HostDescriptors.say("\(error)")
            return systemStatus
        }
    }

    private static func serve(_ arguments: HostArguments) throws(OSError) -> Int32 {
        try CurrentProcess.setName(HostArguments.processName)
        try CurrentProcess.block(signals: serviceSignals)
        // A line for standard error where that is a file beyond the limit on files' sizes: it is lost, and the host goes on.
        CurrentProcess.ignore(signals: serviceSignals + [SIGXFSZ])
        try check(sheaf_sandbox_tell_signals(), "tell the signals of others from this process's own faults")
        try CurrentProcess.dieWithParent(arguments.parent)
        CurrentProcess.offerForOutOfMemory()

        let cancelMemory = FileDescriptor(owning: HostDescriptors.cancelWord)
        let cancelWord = try CancelWord(mapping: cancelMemory.number, writable: true)
        try UnixSocket.setBlocking(HostDescriptors.notices, true)
        for number in [HostDescriptors.requests, HostDescriptors.notices, HostDescriptors.cancelWord] {
            // What a provider starts gets none of them.
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        }

        let loop = try EventLoop()
        let requests = HostRequests(
            arguments: arguments, services: HostServices(notices: HostDescriptors.notices), cancelWord: cancelWord,
            loop: loop)
        // The service alone calls, and what it asks at once it is answered at once.
        var limits = VarlinkLimits()
        limits.timePerRound = .max
        let server = VarlinkServer(
            on: loop, information: VarlinkServiceInformation(vendor: "", product: "sheafd", version: "", url: ""),
            limits: limits, connectionEnded: { _ in loop.exit() }, log: { HostDescriptors.say($1) })
        server.add(HostDispatcher(requests))
        try server.adopt(FileDescriptor(owning: HostDescriptors.requests))
        let status = try loop.run()
        // Neither the provider's documents nor its threads are wound up: the process ends as a whole.
        _exit(status)
    }
}

import SheafOS

/// What systemd has passed: the sockets to listen on, and what it has kept of the last run.
struct PassedDescriptors {
    /// The numbers of listening sockets.
    private(set) var sockets: [Int32] = []
    /// Everything else, by the name that it was kept by. Of two with one name the second is closed.
    private(set) var kept: [String: SharedDescriptor] = [:]

    init(_ passed: [Notify.Passed]) {
        for one in passed {
            if UnixSocket.isListening(one.number) {
                sockets.append(one.number)
            } else {
                let descriptor = SharedDescriptor(FileDescriptor(owning: one.number))
                if kept[one.name] == nil { kept[one.name] = descriptor }
            }
        }
    }
}

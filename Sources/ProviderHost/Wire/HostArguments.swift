/// The command line of a host.
struct HostArguments: Equatable {
    /// The pid of the service, with which the host ends.
    var parent: Int32
    /// RLIMIT_AS in bytes; 0 sets none.
    var addressSpace: UInt64
    /// The largest rendering, in bytes.
    var renderBytes: Int

    init(parent: Int32, limits: HostLimits) {
        self.parent = parent
        addressSpace = limits.addressSpace
        renderBytes = limits.renderBytes
    }

    /// Reads what ``words`` made, program name and all; nil where it is anything else.
    init?(_ words: [String]) {
        guard words.count == 5, words[1] == ProviderHostProgram.argument, let parent = Int32(words[2]),
            let addressSpace = UInt64(words[3]), let renderBytes = Int(words[4]), renderBytes > 0
        else { return nil }
        self.parent = parent
        self.addressSpace = addressSpace
        self.renderBytes = renderBytes
    }

    /// The words behind the program's name.
    var words: [String] { [ProviderHostProgram.argument, "\(parent)", "\(addressSpace)", "\(renderBytes)"] }
}

/// The descriptors that a host is started with.
enum HostDescriptors {
    /// Requests and answers.
    static let requests: Int32 = 3
    /// Log lines and changes, which can come at any time.
    static let notices: Int32 = 4
    /// The memory of the ``CancelWord``.
    static let cancelWord: Int32 = 5
}

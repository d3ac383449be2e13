/// How the supervisor and its hosts are configured.
package struct HostSettings: Sendable {
    /// One setting of a provider.
    package struct Entry: Equatable, Sendable {
        package let key: String
        package let value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    /// The folders whose `*.so` are providers. Of two files with the same name, the one in the earlier folder counts.
    package var providerFolders: [String]
    /// What each provider is told, by its name.
    package var configuration: [String: [Entry]]
    package var limits: HostLimits
    /// The environment of a host, as NAME=value.
    ///
    /// A crash is reported by the supervisor; Swift's own backtraces would only delay it. ORC, which libvips uses, aborts
    /// where memory can't be made executable.
    package var environment = ["LANG=C.UTF-8", "SWIFT_BACKTRACE=enable=no", "VIPS_NOVECTOR=1"]

    package init(
        providerFolders: [String], configuration: [String: [Entry]] = [:], limits: HostLimits = HostLimits()
    ) {
        self.providerFolders = providerFolders
        self.configuration = configuration
        self.limits = limits
    }
}

import SheafOS

// Other settings while hosts run.

extension HostSupervisor {
    /// Takes other limits and settings, and looks through the provider folders again.
    ///
    /// Settings reach the hosts that run. What a host can't be told goes for the next one: hosts end, each when it has
    /// nothing to do, whose provider has lost a setting, or that would refuse pages which may be larger now. Documents are
    /// opened again when they are needed. Other limits on memory are for new hosts only. A provider that has left the folders
    /// serves the documents that are open with it.
    package func configure(_ settings: HostSettings) {
        let old = self.settings
        self.settings = settings
        catalog.look(through: settings.providerFolders) { journal(Self.line(unreadable: $0)) }
        perform(scheduler.setLimits(settings.limits, now: loop.now))
        if settings.limits.renderBytes != old.limits.renderBytes {
            perform(scheduler.replaceHosts(where: { _ in true }, now: loop.now))
        }
        for id in catalog.known {
            let name = catalog[id].name
            configure(id, from: old.configuration[name] ?? [], to: settings.configuration[name] ?? [])
        }
    }

    private func configure(
        _ provider: ProviderID, from old: [HostSettings.Entry], to new: [HostSettings.Entry]
    ) {
        guard old != new else { return }
        let keys = Set(new.map(\.key))
        guard old.allSatisfy({ keys.contains($0.key) }) else {
            return perform(scheduler.replaceHosts(where: { $0 == provider }, now: loop.now))
        }
        for entry in new {
            broadcast(to: { $0 == provider }) { [weak self] host, serial, finished in
                self?.configure(host, provider, entry, serial: serial) { finished(.answered) }
            }
        }
    }

    /// What is logged of a folder with providers that can't be read.
    static func line(unreadable error: OSError) -> HostLogLine {
        HostLogLine(level: .warning, text: "\(error)", provider: "", pid: 0, isFromProvider: false)
    }
}

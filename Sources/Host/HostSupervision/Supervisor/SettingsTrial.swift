package import HostProtocol
import SheafOS
import Varlink

/// The refusal of a provider's settings: which setting, and why.
package struct SettingsRefusal: Error, Equatable {
    /// The section's provider.
    package let provider: String
    /// Which of the provider's settings it is, from 0; nil: the section as a whole.
    package let index: Int?
    package let reason: String
}

/// Tries settings in a host of their own, before any other host is told of them.
private final class SettingsTrial {
    private let registry: ProviderRegistry
    private let provider: ProviderID
    private var rest: ArraySlice<HostSettings.Entry>
    private var completion: ((SettingsRefusal?) -> Void)?
    private var connection: HostConnection?
    private var refusal: SettingsRefusal?
    /// Whether a setting is being tried: a host that ends then was ended by it.
    private var isTrying = false
    private var timer: TimerSource?
    private let name: String

    /// - Parameter completion: called once, when the host has ended: with what is refused.
    init(
        _ registry: ProviderRegistry, _ provider: ProviderID, _ entries: [HostSettings.Entry],
        completion: @escaping (SettingsRefusal?) -> Void
    ) {
        self.registry = registry
        self.provider = provider
        self.completion = completion
        rest = entries[...]
        name = registry.catalog[provider].name
    }

    func start() {
        do throws(OSError) {
            let patience = registry.settings.limits.requestTime
            timer = try registry.loop.schedule(after: patience) { [weak self] in
                self?.refuse("its provider has not taken it within \(patience / 1_000_000) s")
            }
            // It lives as long as its host.
            connection = try registry.launch(provider, .library) { [self] event in
                serve(event)
            } loaded: { [self] connection, answer in
                // One that can't be loaded is no reason to refuse its settings: "sheafctl providers" says why.
                guard case .value = answer else { return connection.kill() }
                tryNext(in: connection)
            }
        } catch {
            // Settings can't be tried now; hosts that refuse them will say so.
            end()
        }
    }

    private func tryNext(in connection: HostConnection) {
        guard let entry = rest.first else {
            isTrying = false
            return connection.kill()
        }
        isTrying = true
        connection.configure(entry, serial: ScheduledHost.startSerial) { [self] answer in
            switch answer {
            case .value:
                rest = rest.dropFirst()
                tryNext(in: connection)
            case .failed(let error): refuse(error.message)
            case .misbehaved(let reason): refuse(reason)
            }
        }
    }

    private func refuse(_ reason: String) {
        if refusal == nil { refusal = SettingsRefusal(provider: name, index: rest.startIndex, reason: reason) }
        isTrying = false
        connection?.kill()
    }

    private func serve(_ event: HostEvent) {
        switch event {
        case .notice(.log(let level, let text)):
            registry.log(LogLevel(rawValue: Int32(clamping: level)) ?? .info, text, provider)
        case .line(let text): registry.log(.warning, text, provider)
        case .notice: break
        case .lost: connection?.kill()
        case .ended(let death):
            if isTrying { refuse("its host ended with \(death)") }
            end()
        }
    }

    private func end() {
        timer?.cancel()
        timer = nil
        connection = nil
        let completion = completion
        self.completion = nil
        completion?(refusal)
    }
}

extension HostSupervisor {
    /// Tries the settings that a configuration has for providers, without making them: each provider must be there, and take all of
    /// its settings in a host of its own. One that can't be loaded takes any.
    ///
    /// - Parameter completion: called with the first that is refused, by the names of the providers; nil: none is. It may be called
    ///   at once.
    package func check(_ new: HostSettings, completion: @escaping (SettingsRefusal?) -> Void) {
        let old = settings.providerFolders
        if new.providerFolders != old { lookForProviders(in: new.providerFolders) } else { lookForChangedProviders() }
        let names = Set(new.configuration.keys).union(new.priorities.keys).sorted()
        let finished = { [self] (refusal: SettingsRefusal?) in
            if refusal != nil, new.providerFolders != old { lookForProviders(in: old) }
            completion(refusal)
        }
        if names.allSatisfy({ registry.provider(named: $0) != nil }) { return tryNext(of: names[...], new, finished) }
        // A library tells its provider's name when it is loaded.
        learnProviders { [self] _ in tryNext(of: names[...], new, finished) }
    }

    private func tryNext(
        of names: ArraySlice<String>, _ new: HostSettings, _ completion: @escaping (SettingsRefusal?) -> Void
    ) {
        guard let name = names.first else { return completion(nil) }
        guard let provider = registry.provider(named: name) else {
            let known = providers.map(\.name).joined(separator: ", ")
            let reason = "there is no provider \(name)" + (known.isEmpty ? "" : ": there are \(known)")
            return completion(SettingsRefusal(provider: name, index: nil, reason: reason))
        }
        let next = { [self] in tryNext(of: names.dropFirst(), new, completion) }
        guard let entries = new.configuration[name], !entries.isEmpty else { return next() }
        SettingsTrial(registry, provider, entries) { refusal in
            if let refusal { completion(refusal) } else { next() }
        }.start()
    }
}

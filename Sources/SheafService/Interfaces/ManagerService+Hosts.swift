import ProviderHost
import SheafInterface
import SheafOS
import Varlink

extension ManagerService {
    func listHosts(
        _ parameters: ManagerInterface.ListHostsParameters, _ call: VarlinkCall<ManagerInterface.ListHosts>
    ) {
        let seesAll = isOperator(call.connection)
        let visible = supervisor.hosts.filter { seesAll || $0.owner.serves(call.peer.uid) }
        call.reply(.init(hosts: visible.map(\.entry)))
    }
}

extension HostDescription {
    /// What crosses the wire.
    fileprivate var entry: ManagerInterface.HostEntry {
        let state: ManagerInterface.HostState =
            switch state {
            case .starting: .starting
            case .idle: .idle
            case .busy: .busy
            case .ending: .ending
            }
        return ManagerInterface.HostEntry(
            pid: Int(pid), provider: provider, uid: owner.uid.map { Int($0) }, documents: documents, state: state,
            isolated: isIsolated,
            memory: ProcessMemory.ownBytes(of: pid))
    }
}

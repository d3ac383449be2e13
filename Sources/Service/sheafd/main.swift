import Glibc
import HostProcess
import SheafOS
import SheafService

// The same executable hosts providers: the service starts it again with this argument.
if CommandLine.arguments.dropFirst().first == ProviderHostProgram.argument {
    exit(ProviderHostProgram.run(arguments: CommandLine.arguments))
}
exit(ServiceProgram.run(arguments: Array(CommandLine.arguments.dropFirst())))

import Glibc
import ProviderHost

let arguments = CommandLine.arguments
if arguments.dropFirst().first == ProviderHostProgram.argument {
    exit(ProviderHostProgram.run(arguments: arguments))
}

import Glibc
import SheafControl

exit(ControlProgram.run(arguments: Array(CommandLine.arguments.dropFirst())))

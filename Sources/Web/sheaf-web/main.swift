import Glibc
import SheafWeb

exit(WebProgram.run(arguments: Array(CommandLine.arguments.dropFirst())))

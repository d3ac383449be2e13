import SheafInterface
import Varlink

// Marks and places.
extension ReaderService {
    func addMark(_ parameters: ReaderInterface.AddMarkParameters, _ call: VarlinkCall<ReaderInterface.AddMark>)
        throws(ReaderInterface.Failure)
    {
        try marks.add(parameters, to: try session(parameters.reader, for: call), call)
    }

    func changeMark(_ parameters: ReaderInterface.ChangeMarkParameters, _ call: VarlinkCall<ReaderInterface.ChangeMark>)
        throws(ReaderInterface.Failure)
    {
        try marks.change(parameters, of: try session(parameters.reader, for: call), call)
    }

    func removeMark(_ parameters: ReaderInterface.RemoveMarkParameters, _ call: VarlinkCall<ReaderInterface.RemoveMark>)
        throws(ReaderInterface.Failure)
    {
        try marks.remove(parameters, of: try session(parameters.reader, for: call), call)
    }

    func getMarks(_ parameters: ReaderInterface.GetMarksParameters, _ call: VarlinkCall<ReaderInterface.GetMarks>)
        throws(ReaderInterface.Failure)
    {
        try marks.list(parameters, of: try session(parameters.reader, for: call), call)
    }

    func getPlaces(_ parameters: ReaderInterface.GetPlacesParameters, _ call: VarlinkCall<ReaderInterface.GetPlaces>)
        throws(ReaderInterface.Failure)
    {
        try marks.places(parameters, call)
    }

    func forgetPlaces(
        _ parameters: ReaderInterface.ForgetPlacesParameters, _ call: VarlinkCall<ReaderInterface.ForgetPlaces>
    ) throws(ReaderInterface.Failure) {
        try marks.forget(parameters, call)
    }
}

// What generated code and users of models need without importing it themselves.
@_exported public import Foundation
@_exported public import ModelSchema
@_exported public import Observation

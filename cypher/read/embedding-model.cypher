// purpose: the model that the graph is embedded with; a model that is being changed to shows as pending
// params: none
// returns: model, dimensions, pendingModel, pendingDimensions
MATCH (m:Meta {id: 'embedding'})
RETURN m.model AS model, m.dimensions AS dimensions, m.pendingModel AS pendingModel,
  m.pendingDimensions AS pendingDimensions
LIMIT 1

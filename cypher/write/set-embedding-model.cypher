// purpose: records the model that the graph is embedded with, and that no change is pending
// params: $model string, $dimensions integer
// returns: none
MERGE (m:Meta {id: 'embedding'})
SET m.model = $model, m.dimensions = $dimensions, m.pendingModel = null, m.pendingDimensions = null,
  m.pendingStage = null, m.pendingAfter = null

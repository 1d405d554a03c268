// purpose: notes that the graph is being embedded anew; another model than the one noted before starts from the beginning
// params: $model string, $dimensions integer
// returns: stage, after
MERGE (m:Meta {id: 'embedding'})
WITH m, m.pendingModel = $model AND m.pendingDimensions = $dimensions AS resumes
SET m.pendingStage = CASE WHEN resumes THEN m.pendingStage ELSE 0 END,
  m.pendingAfter = CASE WHEN resumes THEN m.pendingAfter ELSE '' END,
  m.pendingModel = $model, m.pendingDimensions = $dimensions
RETURN m.pendingStage AS stage, m.pendingAfter AS after

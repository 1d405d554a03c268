// purpose: finds the windows that an access key opens
// params: none
// returns: none
CREATE RANGE INDEX window_acl IF NOT EXISTS
FOR (n:Window) ON (n.acl)

//! What hooks get to see of their surroundings.

//! Clock, cancellation, atomic files and loaded values with their problems.

//! What is said when something cannot be watched as it should.

use std::path::Path;

use stdx::Problem;

use crate::eyes::Blindness;

pub(crate) fn not_absolute(path: &Path) -> Problem {
    let message = format!(
        "expected an absolute path to watch, found `{}`",
        path.display()
    );
    Problem::error("watch/not-absolute", message)
}

pub(crate) fn unreadable(folder: &Path, error: &std::io::Error) -> Problem {
    let message = format!(
        "the folder `{}` cannot be listed: {error}",
        folder.display()
    );
    Problem::warning("watch/unreadable", message).in_file(folder)
}

pub(crate) fn link_upwards(link: &Path, target: &Path) -> Problem {
    let message = format!(
        "the link `{}` leads to `{}`, which lies above it, so it is not followed",
        link.display(),
        target.display()
    );
    Problem::note("watch/link-loop", message).in_file(link)
}

pub(crate) fn too_many(root: &Path, most: usize) -> Problem {
    let message = format!(
        "`{}` holds more than {most} files and folders, so not all of it is watched",
        root.display()
    );
    Problem::warning("watch/too-many", message)
        .in_file(root)
        .with_hint("look for a link in it that leads to a large tree")
}

pub(crate) fn blind(folder: &Path, why: &Blindness) -> Option<Problem> {
    let looked = "it is looked at every now and then instead";
    let problem = match why {
        Blindness::Closed => return None,
        Blindness::Limit => {
            let message = format!(
                "the system watches no more folders, such as `{}`; {looked}",
                folder.display()
            );
            Problem::warning("watch/limit", message).with_hint(
                "raise `fs.inotify.max_user_watches`, or close other programs that watch",
            )
        }
        Blindness::Refused(error) => {
            let message = format!(
                "the folder `{}` cannot be watched: {error}; {looked}",
                folder.display()
            );
            Problem::warning("watch/polling", message)
        }
    };
    Some(problem)
}

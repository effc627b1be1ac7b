//! Many writes at once.

use watch::Root;

use crate::scene::{Disk, Scene};

/// Two looks would do; more only when the machine is busy with other things.
const FEW: usize = 20;

#[test]
fn a_thousand_new_files_are_few_batches_and_all_are_told() {
    let disk = Disk::new();
    let root = Root::folder(disk.path("r"));
    let mut scene = Scene::new(disk, root);
    for it in 0..1000 {
        scene.disk.put(&format!("r/{}/{it}", it % 10), "1");
    }
    let (told, n_batches) = scene.gather(|told| told.len() >= 1000);
    assert_eq!(told.len(), 1000);
    assert!(told.iter().all(|it| it.starts_with('+')), "all are new");
    assert!(n_batches <= FEW, "{n_batches} batches");
}

#[test]
fn a_thousand_writes_of_one_file_end_with_the_last() {
    let disk = Disk::new();
    disk.put("r/f", "before");
    let root = Root::folder(disk.path("r"));
    let mut scene = Scene::new(disk, root);
    for it in 0..1000 {
        scene.disk.put("r/f", &it.to_string());
    }
    scene.expect(&["~r/f"]);
    scene.expect_nothing_before("r/marker");
}

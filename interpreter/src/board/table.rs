//! Lists of lists, stored flat.

/// Rows of items in one piece of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { starts: vec![0], items: Vec::new() }
    }
}

impl<T> Table<T> {
    /// The items of a row; none if there is no such row.
    #[must_use]
    pub fn row(&self, row: usize) -> &[T] {
        match (self.starts.get(row), self.starts.get(row + 1)) {
            (Some(&from), Some(&to)) => &self.items[from as usize..to as usize],
            _ => &[],
        }
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|row| self.row(row))
    }

    /// All items, row after row.
    #[must_use]
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// The place of a row's first item among all items.
    pub(crate) fn start(&self, row: usize) -> usize {
        self.starts[row] as usize
    }

    /// Appends a row.
    pub(crate) fn push_row(&mut self, row: impl IntoIterator<Item = T>) {
        self.items.extend(row);
        self.end_row();
    }

    /// Appends an item to the row under construction; [`Table::end_row`] closes it.
    pub(crate) fn push(&mut self, item: T) {
        self.items.push(item);
    }

    pub(crate) fn end_row(&mut self) {
        self.starts.push(u32::try_from(self.items.len()).expect("tables are bounded by the limits of a board"));
    }
}

impl<T: Copy + Default> Table<T> {
    /// The table of `rows` rows that holds each pair's item in the pair's row, in the order of the pairs.
    pub(crate) fn group(rows: usize, pairs: &[(u32, T)]) -> Self {
        let mut starts = vec![0u32; rows + 1];
        for &(row, _) in pairs {
            starts[row as usize + 1] += 1;
        }
        for row in 0..rows {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut items = vec![T::default(); pairs.len()];
        for &(row, item) in pairs {
            items[next[row as usize] as usize] = item;
            next[row as usize] += 1;
        }
        Self { starts, items }
    }
}

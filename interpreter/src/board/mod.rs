//! Boards: graphs of cells, vertices and edges with directions.

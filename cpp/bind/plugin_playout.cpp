// The playouts with compiled policies of the user, which are long to compile.
#include "ttr/plugin_playout.hpp"

#include "ttr/instances.hpp"

template class ttr::PluginPlayouts<ttr::UpTo128>;
template class ttr::PluginPlayouts<ttr::UpTo256>;

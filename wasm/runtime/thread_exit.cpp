// The only thread never ends, so objects of a thread are never destroyed.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) {
    return 0;
}

// The least a Qt Widgets program can be: one empty window, as large as the workbench's.
#include <QApplication>
#include <QWidget>

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QWidget window;
    window.resize(1440, 900);
    window.show();
    return app.exec();
}
